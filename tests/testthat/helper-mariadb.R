# A MariaDB server of the tests' own: its files in a temporary folder, reached by a socket there, no port.
mariadb_server <- function() {
  found <- c(Sys.which(c("mariadbd", "mysqld")), "/usr/sbin/mariadbd")
  found <- found[nzchar(found) & file.exists(found)]
  if (length(found) > 0) found[[1]]
}

mariadb_tables <- function() {
  file.path("/usr/share/mysql", c("mysql_system_tables.sql", "mysql_system_tables_data.sql"))
}

skip_without_mariadb <- function() {
  skip_on_cran()
  skip_on_os(c("windows", "mac"))
  for (package in c("dbplyr", "RMariaDB")) skip_if_not_installed(package)
  skip_if(
    is.null(mariadb_server()) || !all(file.exists(mariadb_tables())),
    "no MariaDB server (make test-engines installs one)"
  )
}

start_mariadb <- function() {
  dir <- tempfile("my", if (dir.exists("/tmp")) "/tmp" else tempdir())
  own <- function(name) file.path(dir, name)
  dir.create(own("data"), recursive = TRUE, mode = "0700")
  root <- Sys.info()[["effective_user"]] == "root"
  if (root) system2("chown", c("-R", "nobody", dir))
  options <- c(
    "--no-defaults", if (root) "--user=nobody", paste0("--datadir=", own("data")), "--innodb-log-file-size=4M",
    "--innodb-buffer-pool-size=32M", "--innodb-flush-log-at-trx-commit=0"
  )
  # What mariadb-install-db does, without help texts.
  tables <- unlist(lapply(mariadb_tables(), readLines, encoding = "UTF-8"))
  tables <- tables[!grepl("@current_hostname", tables, fixed = TRUE)]
  writeLines(c("CREATE DATABASE mysql;", "USE mysql;", "SET @auth_root_socket=NULL;", tables), own("make.sql"))
  run <- function(options, ...) {
    system2(mariadb_server(), options, stdout = own("out"), stderr = own("out"), env = "LD_PRELOAD=", ...)
  }
  if (run(c(options, "--bootstrap"), stdin = own("make.sql")) != 0) stop(paste(readLines(own("out")), collapse = "\n"))
  run(c(
    options, "--skip-networking", paste0("--socket=", own("socket")), paste0("--pid-file=", own("pid")),
    "--max-connections=20", "--general-log", paste0("--general-log-file=", own("log"))
  ), wait = FALSE)
  server <- new.env()
  server$dir <- dir
  server$connect <- function(user = "root", db = "test") {
    deadline <- Sys.time() + 60
    repeat {
      con <- try(DBI::dbConnect(
        getExportedValue("RMariaDB", "MariaDB")(), unix.socket = own("socket"), username = user, dbname = db
      ), silent = TRUE)
      if (!inherits(con, "try-error")) {
        return(con)
      }
      if (Sys.time() > deadline) stop("MariaDB does not start: ", con, paste(readLines(own("out")), collapse = "\n"))
      Sys.sleep(0.1)
    }
  }
  server$log <- function() readLines(own("log"), warn = FALSE)
  server$stop <- function() {
    if (dir.exists(dir)) {
      pid <- if (file.exists(own("pid"))) as.integer(readLines(own("pid")))
      while (length(pid) && tools::pskill(pid, tools::SIGKILL)) Sys.sleep(0.05)
      file.remove(own("socket")) # unlink() leaves it
      unlink(dir, recursive = TRUE)
    }
  }
  reg.finalizer(server, function(server) try(server$stop(), silent = TRUE), onexit = TRUE)
  con <- server$connect(db = "mysql")
  DBI::dbExecute(con, "CREATE DATABASE test CHARACTER SET utf8mb4")
  DBI::dbDisconnect(con)
  server
}
